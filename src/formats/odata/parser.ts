// $filter and $orderby: from text to typed expressions, by binding power (a Pratt parser).
//
// From the loosest: or, and, eq ne, gt ge lt le in, add sub, mul div divby mod, then - and not. Operators and functions may be in any case.
// A blank is required where the grammar requires one, except in `not(`, which many clients write.
import type {Arithmetic, Comparison, Expression, OrderItem, Value, ValueType} from "./expression.ts";
import {bad, quoted, unsupported} from "./fault.ts";
import {comparable, FUNCTIONS, fits, numberOperand, truthOperand} from "./functions.ts";
import {readTokens, type Token} from "./lexer.ts";

export interface PropertyNames {
  /** Types of the properties that may be read. */
  readonly properties: ReadonlyMap<string, ValueType>;
  /** The value of `@name` in the query; undefined if it is absent, which means null. */
  readonly alias: (name: string) => string | undefined;
}

/** Throws ODataFault for a text that is not a condition. */
export function parseFilter(text: string, names: PropertyNames): Expression {
  const parser = createParser(text, names);
  const expression = parser.whole();
  truthOperand(expression, "$filter");
  return expression;
}

/** A list of expressions, each ascending unless `desc` follows. Throws ODataFault. */
export function parseOrderBy(text: string, names: PropertyNames): readonly OrderItem[] {
  return createParser(text, names).orderItems();
}

/** A literal or an alias, as in a key. Throws ODataFault. */
export function parseLiteral(text: string, names: PropertyNames): {readonly type: ValueType; readonly value: Value} {
  const expression = createParser(text, names).whole();
  if (expression.kind !== "literal") throw bad(`${quoted(text)} is not a literal`);
  return expression;
}

const POWERS: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  ...{eq: 3, ne: 3, gt: 4, ge: 4, lt: 4, le: 4, has: 4, in: 4},
  ...{add: 5, sub: 5, mul: 6, div: 6, divby: 6, mod: 6},
};
const COMPARING = 3;
const UNARY = 7;
const MAX_DEPTH = 100;
/** Limits the parsing; the cost of evaluation is limited elsewhere. */
const MAX_TOKENS = 4000;
const MAX_ORDER_ITEMS = 20;

function createParser(text: string, names: PropertyNames) {
  const tokens = readTokens(text);
  if (tokens.length > MAX_TOKENS)
    throw bad(`an expression has at most ${MAX_TOKENS} words`, "a long list reads better as: a in ('b','c')");
  let next = 0;
  let depth = 0;

  const peek = (): Token => tokens[next]!;
  const isSign = (sign: string): boolean => {
    const token = peek();
    return token.kind === "sign" && token.text === sign;
  };
  const take = (): Token => tokens[next++]!;

  function expect(sign: string, after: string): void {
    if (!isSign(sign)) throw bad(`"${sign}" is missing ${after}, at ${where(peek())}`);
    next++;
  }

  function whole(): Expression {
    const first = peek();
    if (first.blank) throw bad("the expression begins with a blank");
    const expression = parse(0);
    endHere();
    return expression;
  }

  function endHere(): void {
    const last = peek();
    if (last.kind !== "end") throw bad(`the expression cannot continue with ${where(last)}`);
    if (last.blank) throw bad("the expression ends with a blank");
  }

  function orderItems(): OrderItem[] {
    const items: OrderItem[] = [];
    if (peek().blank) throw bad("the list begins with a blank");
    for (;;) {
      const expression = parse(0);
      const token = peek();
      const direction = token.kind === "word" && token.blank ? token.text.toLowerCase() : "";
      const named = direction === "asc" || direction === "desc";
      if (named) next++;
      items.push({expression, descending: direction === "desc"});
      if (items.length > MAX_ORDER_ITEMS) throw bad(`$orderby takes at most ${MAX_ORDER_ITEMS} expressions`);
      if (!isSign(",")) break;
      next++;
    }
    endHere();
    return items;
  }

  /** An expression whose operators bind tighter than `power`. */
  function parse(power: number): Expression {
    if (++depth > MAX_DEPTH) throw bad(`an expression nests at most ${MAX_DEPTH} deep`);
    const expression = goOn(operand(), power);
    depth--;
    return expression;
  }

  function goOn(start: Expression, power: number): Expression {
    let left = start;
    for (;;) {
      const token = peek();
      const operator = token.kind === "word" ? token.text.toLowerCase() : "";
      const own = Object.hasOwn(POWERS, operator) ? POWERS[operator]! : 0;
      if (own <= power) return left;
      next++;
      needBlanks(token);
      if (operator === "in") left = listed(left);
      else if (operator === "and" || operator === "or") left = chained(operator, left);
      else left = joined(operator, left, parse(own));
    }
  }

  function operand(): Expression {
    const token = take();
    if (token.kind === "literal") return {kind: "literal", type: token.type, value: token.value};
    if (token.kind === "alias") return aliased(token.text);
    if (token.kind === "word") return named(token.text);
    if (token.kind === "sign" && token.text === "(") {
      const inner = parse(0);
      expect(")", "after the expression in brackets");
      return inner;
    }
    if (token.kind === "sign" && token.text === "-") {
      const negated = numberOperand(parse(UNARY), "-");
      return {kind: "negate", type: negated.type, operand: negated};
    }
    throw bad(
      token.kind === "end" ? "the expression ends too early" : `an expression cannot begin with ${where(token)}`,
    );
  }

  function named(word: string): Expression {
    if (word === "$it" && isSign("/")) {
      next++;
      const token = take();
      if (token.kind !== "word") throw bad(`$it/ is not followed by a property`);
      return property(token.text);
    }
    const lower = word.toLowerCase();
    if (lower === "null") return {kind: "literal", type: "null", value: null};
    if (lower === "true" || lower === "false") return {kind: "literal", type: "boolean", value: lower === "true"};
    if (lower === "not" && (peek().blank || isSign("("))) return negated();
    if (isSign("(") && !peek().blank) return called(lower);
    return property(word);
  }

  /** `not a eq b` means not (a eq b) if a is not a condition. */
  function negated(): Expression {
    const first = parse(UNARY);
    const inner = first.type === "boolean" || first.type === "null" ? first : goOn(first, COMPARING - 1);
    return {kind: "not", type: "boolean", operand: truthOperand(inner, "not")};
  }

  function property(name: string): Expression {
    const type = names.properties.get(name);
    if (type !== undefined) {
      if (isSign("/")) throw unsupported(`${name} has no parts: neither paths nor any/all are known here`);
      return {kind: "property", type, name};
    }
    if (name.startsWith("$")) throw unsupported(`${name} is not supported`);
    throw bad(`there is no property ${quoted(name)}`, `the properties are ${[...names.properties.keys()].join(", ")}`);
  }

  function called(name: string): Expression {
    const row = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (row === undefined) {
      throw unsupported(
        `the function ${quoted(name)} is not supported`,
        `supported functions: ${Object.keys(FUNCTIONS).join(", ")}`,
      );
    }
    next++;
    const given: Expression[] = [];
    if (!isSign(")")) {
      do given.push(parse(0));
      while (isSign(",") && ++next);
    }
    expect(")", `after the arguments of ${name}`);
    const least = row.takes.length - (row.optional ?? 0);
    if (given.length < least || given.length > row.takes.length) {
      throw bad(
        `${name} takes ${least === row.takes.length ? least : `${least} or ${row.takes.length}`} arguments, not ${given.length}`,
      );
    }
    given.forEach((argument, index) => {
      const kind = row.takes[index]!;
      if (!fits(kind, argument.type)) throw bad(`argument ${index + 1} of ${name} has to be a ${kind}`);
    });
    const type = row.gives === "same" ? given[0]!.type : row.gives;
    return {kind: "call", type: type === "null" ? "double" : type, name, arguments: given};
  }

  /** Only literals: an alias must not turn a short request into a long one. */
  function aliased(alias: string): Expression {
    const text = names.alias(alias);
    if (text === undefined) return {kind: "literal", type: "null", value: null};
    const [token, end] = readTokens(text);
    if (token?.kind === "literal" && end?.kind === "end")
      return {kind: "literal", type: token.type, value: token.value};
    if (token?.kind === "word" && end?.kind === "end" && /^(null|true|false)$/i.test(token.text))
      return named(token.text);
    throw unsupported(`the alias ${alias} is ${quoted(text)}`, "an alias must be a literal: @p='text'");
  }

  function listed(left: Expression): Expression {
    if (!isSign("(")) throw unsupported("in takes a list in brackets: a in ('b','c')");
    next++;
    const values: Value[] = [];
    do {
      const item = operand();
      if (item.kind !== "literal") throw bad("a list of in has only literals");
      const [, right] = comparable(left, item, "in");
      values.push((right as typeof item).value);
    } while (isSign(",") && ++next);
    expect(")", "after the list of in");
    return {kind: "in", type: "boolean", operand: left, values};
  }

  /** All operands of a chain of one operator, of which the first is read: collected once, for a chain may have a thousand. */
  function chained(operator: "and" | "or", first: Expression): Expression {
    const parts = [truthOperand(first, operator)];
    for (;;) {
      parts.push(truthOperand(parse(POWERS[operator]!), operator));
      const token = peek();
      if (token.kind !== "word" || token.text.toLowerCase() !== operator) break;
      next++;
      needBlanks(token);
    }
    const flat = parts.flatMap((part) => (part.kind === operator ? part.parts : [part]));
    return {kind: operator, type: "boolean", parts: flat};
  }

  function needBlanks(operator: Token): void {
    if (!operator.blank || !peek().blank) throw bad(`blanks are missing around ${where(operator)}`);
  }

  function joined(operator: string, left: Expression, right: Expression): Expression {
    if (operator === "has") throw unsupported("has is for enumerations, and this service has none");
    if (POWERS[operator]! <= 4) {
      const [one, other] = comparable(left, right, operator);
      return {kind: "compare", type: "boolean", operator: operator as Comparison, left: one, right: other};
    }
    const [one, other] = [numberOperand(left, operator), numberOperand(right, operator)];
    const whole = operator !== "divby" && one.type === "integer" && other.type === "integer";
    return {
      kind: "compute",
      type: whole ? "integer" : "double",
      operator: operator as Arithmetic,
      left: one,
      right: other,
    };
  }

  return {whole, orderItems};
}

function where(token: Token): string {
  const text = token.kind === "literal" ? String(token.value) : token.text;
  return token.kind === "end" ? "the end" : `${quoted(text)} (place ${token.at + 1})`;
}
