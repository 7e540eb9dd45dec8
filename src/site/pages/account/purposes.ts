// The pages for which a reader signs in, by the address to which the sign-in leads back.
import type {SignInPurpose} from "../../forms/sign-in-purpose.ts";
import {PageFault} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {purposeToTakeFile} from "../dataset/file.ts";
import {purposeToFollow} from "../following/follow.ts";
import {purposeToMakeToken} from "./tokens.ts";

const FILE = /^\/datasets\/([^/]+)\/([^/]+)\/file$/;

/** @param to as read by readReturn; null, or the address of another page: a sign-in alone. @throws PageFault 429 for a file, 404 */
export async function readPurpose(visit: Visit, to: string | null): Promise<SignInPurpose | null> {
  if (to === null) return null;
  const [path = "", search = ""] = to.split(/\?(.*)/s);
  const at = {...visit, path, query: new URLSearchParams(search)};
  if (path === "/account/token") return purposeToMakeToken(at);
  if (path === "/account/following") return purposeToFollow(at);
  const [, provider, code] = FILE.exec(path) ?? [];
  if (provider === undefined || code === undefined) return null;
  // it counts the values of thousands of series, and nobody has signed in yet
  const {addresses} = visit.site.store;
  const seconds = await addresses.count("drawings", visit.ip, visit.site.now().getTime());
  if (seconds !== null) throw new PageFault(429, "too many files were counted for this address", seconds);
  return purposeToTakeFile({...at, params: {provider, code}});
}
