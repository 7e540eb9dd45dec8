// `ryad load --describe` and `--preview`: a proposed descriptor for one load, and the values that a descriptor would read.
import type {Descriptor} from "../../../load/described/descriptor/descriptor.ts";
import {type Call, type Command, DONE, textOption} from "../../command.ts";
import {WrongUsage} from "../../parse-call.ts";
import {quotedForShell} from "../../terminal/open-questions.ts";

/** @throws WrongUsage for options that do not go together */
export function refuseHalfProposals(call: Call, load: Command): void {
  const [proposes, previews] = [call.options["describe"] === true, call.options["preview"] === true];
  const hasDescriptor = textOption(call, "descriptor") !== null;
  if (proposes && hasDescriptor) throw new WrongUsage("--describe and --descriptor do not go together", load);
  if (call.options["leave-out"] === true && !proposes)
    throw new WrongUsage("--leave-out goes with --describe: it is about the questions of a proposal", load);
  if (previews && !proposes && !hasDescriptor)
    throw new WrongUsage("--preview shows the values of a --descriptor, or of a proposal (--describe)", load);
}

export async function previewAll(call: Call): Promise<number> {
  for (const path of call.positionals) {
    const {preview, lines} = await previewAt(call, path);
    if (call.options["json"] === true) call.say(JSON.stringify(preview));
    else for (const line of lines) call.say(line);
  }
  return DONE;
}

interface ShownProposal {
  readonly descriptor: {readonly text: string};
  /** The day that something beside the file says; null: the person or the file says it. */
  readonly publishedAt: string | null;
}

/** The text of a proposed descriptor, after its guesses and its values are shown. @param served the day of its server */
export async function proposal(call: Call, path: string, served: string | null): Promise<ShownProposal> {
  const {preview, lines} = await previewAt(call, path, served);
  for (const line of lines) call.note(line);
  const quoted = quotedForShell(path);
  call.note(
    `to correct it: ryad describe ${quoted} --write DESCRIPTOR, then ryad load ${quoted} --descriptor DESCRIPTOR`,
  );
  const {descriptorText} = await import("../../../load/proposal/descriptor-text.ts");
  const {withoutQuestions} = await import("../../../load/proposal/guesses.ts");
  const descriptor = preview.descriptor as Descriptor;
  const text = descriptorText(call.options["leave-out"] === true ? withoutQuestions(descriptor) : descriptor);
  return {descriptor: {text}, publishedAt: preview.publishedAt};
}

/** The code of a proposal is imported when a load needs one. */
async function previewAt(call: Call, path: string, served: string | null = null) {
  const {guessLines, previewLines, describedPreview} = await import("../describe.ts");
  const preview = await describedPreview(call, path, served);
  return {preview, lines: [...guessLines(preview.guesses), "", ...previewLines(preview, path)]};
}
