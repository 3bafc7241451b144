/** Remembers the last result, and returns it while the arguments are the same. */
export function kept<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { given: Given; made: Made } | undefined
  return (...given) => {
    const { given: before, made } = last ?? {}
    if (before !== undefined && given.every((one, at) => Object.is(one, before[at]))) return made as Made
    last = { given, made: make(...given) }
    return last.made
  }
}
