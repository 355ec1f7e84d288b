/** Keeps the last result of a function of one value: neighbouring cells of a column are often the same. */
export function keepLast<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  let last: { value: Value; result: Result } | undefined;
  return (value) => {
    if (last === undefined) last = { value, result: compute(value) };
    else if (value !== last.value) {
      last.result = compute(value);
      last.value = value;
    }
    return last.result;
  };
}
