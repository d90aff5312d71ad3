import { fairPlaces } from "../../../contract/networks/fair-places.ts";
import { networkLimit, noLimit } from "../../../contract/networks/network-limit.ts";
import { networksOf } from "../../../contract/networks/networks.ts";
import { env } from "../../settings/env.server.ts";

/** One at a time: decoding a large one takes up to 100 MB and half a second. Shared by network. */
const places = fairPlaces({ elapsedMs: () => performance.now(), most: 1, mostWaiting: 10 });
const patienceMs = 8000;

/** As many as the service takes of an address in an hour: counted before anything is decoded. */
const picturesAnHour = 40;
const limit = env.RATE_LIMITS === "off" ? noLimit : networkLimit(picturesAnHour, 3_600_000);

/** Decodes a picture when it is the turn of this visitor; a problem's code where that would be too late or too often. */
export async function inPicturePlace<Result>(
  address: string | null,
  decode: () => Promise<Result>,
): Promise<Result | "too_many_requests" | "overloaded"> {
  if (limit.take(address, performance.now()) !== null) return "too_many_requests";
  const release = await places.take({ networks: networksOf(address), patienceMs });
  return release ? decode().finally(release) : "overloaded";
}
