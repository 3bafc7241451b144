// The order of tabs after closed ones are reopened.

/** `present` with the reopened ones: each after its nearest predecessor in `former`, else first. */
export function putBack(
  present: readonly string[],
  former: readonly string[],
  back: readonly string[],
): string[] {
  const order = [...present]
  for (const id of former.filter((one) => back.includes(one) && !present.includes(one))) {
    const before = former.slice(0, former.indexOf(id)).findLast((one) => order.includes(one))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}
