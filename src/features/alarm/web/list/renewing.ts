// The lists that the tab has open are told when something else changed what they show.
type Renew = () => void

const lists = new Set<Renew>()

/** Each list says so as its page loads. */
export const renewsAlarms = (renew: Renew): void => void lists.add(renew)

export const renewAlarms = (): void => {
  for (const renew of lists) renew()
}
