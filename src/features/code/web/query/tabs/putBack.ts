// The order of tabs when closed ones come back.

/** `present` with those that come back: each behind the nearest that stood before it in `former`, else in front. */
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
