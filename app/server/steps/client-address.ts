import { headerOf, type Step } from "../front-request.ts";
import { clientAddress, trustedBy } from "./forwarded-address.ts";

/** The client's address: the peer's, or what a trusted proxy forwarded. */
export function clientAddressStep(trustedProxies: readonly string[]): Step {
  const isTrusted = trustedBy(trustedProxies);
  const addressByPeer = remembered((peer: string) => {
    const address = clientAddress(peer, undefined, isTrusted);
    return { address, viaProxy: address !== null && isTrusted(address) };
  });
  return (request) => {
    const peer = request.incoming.socket.remoteAddress ?? "";
    const { address, viaProxy } = addressByPeer(peer);
    request.viaProxy = viaProxy;
    request.facts.clientAddress = viaProxy
      ? clientAddress(peer, headerOf(request, "x-forwarded-for"), isTrusted)
      : address;
    return undefined;
  };
}

/** Cached: there are few peers, or many requests per connection. */
function remembered<Value>(work: (key: string) => Value): (key: string) => Value {
  const valueByKey = new Map<string, Value>();
  return (key) => {
    const value = valueByKey.get(key) ?? work(key);
    if (valueByKey.size >= 1000) valueByKey.clear();
    valueByKey.set(key, value);
    return value;
  };
}
