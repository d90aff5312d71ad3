import { clientAddress, trustedBy } from "./forwarded-address.ts";
import { headerOf, type Step } from "./visit.ts";

/** Whose request it is: the peer's, or what a trusted proxy says about it. */
export function clientAddressStep(trustedProxies: readonly string[]): Step {
  const isTrusted = trustedBy(trustedProxies);
  const known = remembered((peer: string) => {
    const address = clientAddress(peer, undefined, isTrusted);
    return { address, viaProxy: isTrusted(address) };
  });
  return (visit) => {
    const peer = visit.incoming.socket.remoteAddress ?? "";
    const { address, viaProxy } = known(peer);
    visit.viaProxy = viaProxy;
    visit.facts.clientAddress = viaProxy ? clientAddress(peer, headerOf(visit, "x-forwarded-for"), isTrusted) : address;
    return undefined;
  };
}

/** Peers are few, or ask many times over one connection. */
function remembered<Value>(work: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? work(key);
    if (known.size >= 1000) known.clear();
    known.set(key, value);
    return value;
  };
}
