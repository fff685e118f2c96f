/** A map with two-part keys. Joining the parts would cost more than all other work per click. */
export class NestedMap<Value> {
  readonly #maps = new Map<string, Map<string, Value>>();

  get(outer: string, inner: string): Value | undefined {
    return this.#maps.get(outer)?.get(inner);
  }

  set(outer: string, inner: string, value: Value): void {
    const map = this.#maps.get(outer);
    if (map) map.set(inner, value);
    else this.#maps.set(outer, new Map([[inner, value]]));
  }
}
