// The bytes of a WebAssembly function, from expressions that read like its text form: `store32(get(at), load32(add(get(place), constant(8))))`.
//
// Only the instructions that the writer of rows needs. An expression is the list of its bytes; its operands come first, as the machine's
// stack wants them. An address may be followed by a constant offset, which costs nothing.

export type Code = readonly number[];

export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;

const VECTOR = 0xfd;
const EMPTY_BLOCK = 0x40;
const END = 0x0b;

const operation =
  (...opcode: number[]) =>
  (...operands: Code[]): Code => [...operands.flat(), ...opcode];

export const add = operation(0x6a);
export const subtract = operation(0x6b);
export const multiply = operation(0x6c);
export const shiftLeft = operation(0x74);
export const isZero = operation(0x45);
export const isBelow = operation(0x49);
export const isAtLeast = operation(0x4f);
export const divide = operation(0x6e);
export const absolute = operation(0x99);
export const wholePart = operation(0x9d);
export const isLess = operation(0x63);
export const differs = operation(0x62);
export const minus = operation(0xa1);
export const times = operation(0xa2);
export const over = operation(0xa3);
export const asDouble = operation(0xb7);
/** Beyond the range of the integer: its last number; NaN: 0. */
export const truncated = operation(0xfc, 2);

const access =
  (...opcode: number[]) =>
  (...operands: [...Code[], number]): Code => {
    const offset = operands.at(-1) as number;
    return [...(operands.slice(0, -1) as Code[]).flat(), ...opcode, 0, ...unsigned(offset)];
  };

export const load32 = access(0x28);
export const load64 = access(0x29);
export const loadDouble = access(0x2b);
export const load8 = access(0x2d);
export const load16 = access(0x2f);
export const loadVector = access(VECTOR, 0);
export const store32 = access(0x36);
export const store64 = access(0x37);
export const store8 = access(0x3a);
export const store16 = access(0x3b);
export const storeVector = access(VECTOR, 0x0b);

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];
export const constant = (number: number): Code => [0x41, ...signed(number)];
export const ZERO_DOUBLE: Code = [0x44, ...Array(8).fill(0)];
/** Up to sixteen ASCII characters. */
export const constantVector = (text: string): Code => [
  VECTOR,
  0x0c,
  ...Array.from({length: 16}, (_, place) => text.charCodeAt(place) || 0),
];

/** `leave(n)` goes behind the end of the n-th block around it, or to the start of a loop. */
export const block = (...body: Code[]): Code => [0x02, EMPTY_BLOCK, ...body.flat(), END];
export const loop = (...body: Code[]): Code => [0x03, EMPTY_BLOCK, ...body.flat(), END];
export const leave = (depth: number): Code => [0x0c, depth];
export const leaveIf = (depth: number, condition: Code): Code => [...condition, 0x0d, depth];
export const either = (condition: Code, then: Code, otherwise: Code): Code => [
  ...condition,
  ...[0x04, EMPTY_BLOCK],
  ...then,
  0x05,
  ...otherwise,
  END,
];

/** A module with one function, `run`, whose parameters and result are I32, and one memory of a fixed number of pages, `memory`. */
export function moduleOf(pages: number, parameters: number, locals: readonly number[], body: Code): Uint8Array {
  const sizes = locals.flatMap((type) => [1, type]);
  const code = [...unsigned(locals.length), ...sizes, ...body, END];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, parameters, ...Array(parameters).fill(I32), 1, I32]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0x01, ...unsigned(pages), ...unsigned(pages)]),
    ...section(7, [2, ...name("run"), 0, 0, ...name("memory"), 2, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function name(text: string): number[] {
  return [text.length, ...Buffer.from(text)];
}

/** LEB128. */
function unsigned(number: number): number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...unsigned(Math.floor(number / 0x80))];
}

function signed(number: number): number[] {
  const low = number & 0x7f;
  const rest = Math.floor(number / 0x80);
  const isLast = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}
