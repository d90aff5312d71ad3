import { describe, expect, test } from "vitest";
import { pushEndpoint } from "./push-endpoint.ts";

describe("the address of a subscription", () => {
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://db5.notify.windows.com:443/w/",
  ])("%s is accepted", (address) => {
    expect(pushEndpoint(address)?.protocol).toBe("https:");
  });

  test.each([
    ["another scheme", "http://fcm.googleapis.com/fcm/send/abc"],
    ["another port", "https://fcm.googleapis.com:8443/fcm/send/abc"],
    ["a password", "https://me:secret@fcm.googleapis.com/fcm/send/abc"],
    ["another host before @", "https://fcm.googleapis.com@evil.example/abc"],
    ["a longer host", "https://fcm.googleapis.com.evil.example/abc"],
    ["a host that only ends alike", "https://evilpush.apple.com/abc"],
    ["a host in another's path", "https://evil.example/fcm.googleapis.com"],
    ["this machine", "https://127.0.0.1/abc"],
    ["this machine in another spelling", "https://0x7f000001/abc"],
    ["a private network", "https://10.0.0.1/abc"],
    ["IPv6 of this machine", "https://[::1]/abc"],
    ["the metadata of a cloud", "https://169.254.169.254/latest/meta-data"],
    ["a name of this machine", "https://localhost/abc"],
    ["a trailing dot", "https://fcm.googleapis.com./abc"],
    ["a fragment", "https://fcm.googleapis.com/abc#x"],
    ["a file", "file:///etc/passwd"],
    ["no address", "abc"],
  ])("is refused with %s", (_, address) => {
    expect(pushEndpoint(address)).toBeNull();
  });
});
