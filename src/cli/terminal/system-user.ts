// Who calls the command, as the system knows: the name of the user, and of one without a name (in a container) the number.
import {userInfo} from "node:os";

export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
