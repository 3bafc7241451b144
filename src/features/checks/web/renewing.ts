// The list of checks is told when a dialog added some.
type Renew = () => void

const lists = new Set<Renew>()

/** The list says so as its page loads. */
export const renewsChecks = (renew: Renew): void => void lists.add(renew)

export const renewChecks = (): void => {
  for (const renew of lists) renew()
}
