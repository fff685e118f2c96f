import { AppError } from "@fairclick/core/errors";

/**
 * Wraps a client of `hc`, which puts parameters into the path as they are: each is encoded first, so that a
 * value cannot change the route. Calls throw `validation` for values that no path can contain.
 */
export function encodingParams<Node extends object>(node: Node): Node {
  return new Proxy(node, {
    get: (target, key, receiver) => {
      const value: unknown = Reflect.get(target, key, receiver);
      return isObject(value) ? encodingParams(value) : value;
    },
    apply: (target, self, [input, ...options]: unknown[]) =>
      isFunction(target) ? Reflect.apply(target, self, [encodeInput(input), ...options]) : null,
  });
}

function encodeInput(input: unknown): unknown {
  if (!isObject(input) || !("param" in input) || !isObject(input.param)) return input;
  const param = Object.entries(input.param).map(([name, value]) => [
    name,
    encodeParam(name, String(value)),
  ]);
  return { ...input, param: Object.fromEntries(param) };
}

function encodeParam(name: string, value: string): string {
  if (value === "" || value === "." || value === "..") {
    throw new AppError("validation", `“${value}” is not a value for ${name}`);
  }
  return encodeURIComponent(value.toWellFormed());
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || isFunction(value);
}

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function";
}
