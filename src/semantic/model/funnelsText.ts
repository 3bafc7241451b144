// A funnel's settings as a part of an address.
//
//   within 7 calendar days                                      7
//   within 24 hours, strictly, each window, dimension 5 alike   24hour-strictly-each-same5-times
import { type Funnel, funnelProblem, usualWindowDays, windowUnits } from './funnels.ts'

export function writeFunnel({ windowDays = usualWindowDays, within, ...rest }: Funnel): string {
  if (!within) return String(windowDays)
  return [
    `${within.count}${within.unit}`,
    ...(rest.strictly ? ['strictly'] : []),
    ...(rest.each ? ['each'] : []),
    ...(rest.same === undefined ? [] : [`same${rest.same}`]),
    ...(rest.times ? ['times'] : []),
  ].join('-')
}

/** Undefined for what `writeFunnel` does not write. */
export function readFunnel(text: string): Funnel | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= 365 ? { windowDays: Number(text) } : undefined
  const match = /^(\d{1,5})([a-z]+)(-strictly)?(-each)?(?:-same([1-9]\d{0,15}))?(-times)?$/.exec(text) ?? []
  const unit = windowUnits.find((one) => one === match[2])
  if (!unit) return undefined
  const funnel: Funnel = {
    within: { count: Number(match[1]), unit },
    ...(match[3] && { strictly: true }),
    ...(match[4] && { each: true }),
    ...(match[5] && { same: Number(match[5]) }),
    ...(match[6] && { times: true }),
  }
  return funnelProblem(funnel) === '' ? funnel : undefined
}
