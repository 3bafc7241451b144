// Labels of codes. Two codes with one label would look like one value: their labels then name the code as well.

/** `label（code）`: how a value is written whose label another one has too. */
export const withCode = (label: string, code: string): string =>
  label === code ? label : `${label}（${code}）`

/** Labels by code, in which no two codes have the same label. */
export function toldApart(labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const shared = sharedLabels(labels.values())
  if (shared.size === 0) return labels
  return new Map(
    [...labels].map(([code, label]) => [code, shared.has(label) ? withCode(label, code) : label]),
  )
}

/** Stands for a label that is still loading: a code is no name. */
export const pendingLabel = '…'

/** Those that occur more than once. */
export function sharedLabels(labels: Iterable<string>): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const label of labels) {
    if (seen.has(label) && label !== pendingLabel) shared.add(label)
    seen.add(label)
  }
  return shared
}
