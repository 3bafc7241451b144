// What a funnel asks for: a window counted in calendar days from the first step's day, or one that the moment of each
// first step opens.
export const windowUnits = ['minute', 'hour', 'day'] as const
export type WindowUnit = (typeof windowUnits)[number]

/** By `within`, each first step opens a window; the fields below it need it. */
export interface Funnel {
  /** Calendar days from the first step's day; 7 when absent. Ignored with `within`. */
  windowDays?: number
  within?: { count: number; unit: WindowUnit }
  /** Between two steps that follow each other no other step of the funnel may be taken. */
  strictly?: boolean
  /** Each window counts; absent: a player once a period, by the window that goes farthest. */
  each?: boolean
  /** Id of a dimension whose value is the same in all steps of a window. */
  same?: number
  /** Columns for the time from step to step. */
  times?: boolean
}

export const usualWindowDays = 7
export const longestWindow: Record<WindowUnit, number> = { minute: 10_080, hour: 720, day: 365 }
export const windowUnitTitles: Record<WindowUnit, string> = { minute: '分钟', hour: '小时', day: '天' }
export const windowMicroseconds: Record<WindowUnit, number> = {
  minute: 60_000_000,
  hour: 3_600_000_000,
  day: 86_400_000_000,
}

/** What is wrong, in Chinese; empty where nothing is. */
export function funnelProblem({ within, strictly, each, same, times }: Funnel): string {
  if (within === undefined)
    return strictly || each || same !== undefined || times
      ? '紧接、每次都算、同一属性和用时，要先把期限改为从第一步的时刻算起'
      : ''
  const most = longestWindow[within.unit]
  return Number.isInteger(within.count) && within.count >= 1 && within.count <= most
    ? ''
    : `漏斗的期限「${String(within.count)}」应为 1 到 ${most} ${windowUnitTitles[within.unit]}的整数`
}

/** The window in words: 7 天内, 24 小时内. */
export const withinText = ({ windowDays = usualWindowDays, within }: Funnel): string =>
  within ? `${within.count} ${windowUnitTitles[within.unit]}内` : `${windowDays} 天内`

export function funnelWords(funnel: Funnel, nameOf: (dim: number) => string = String): string {
  const { strictly, each, same, times } = funnel
  return [
    withinText(funnel),
    ...(strictly ? ['紧接'] : []),
    ...(each ? ['每次都算'] : []),
    ...(same === undefined ? [] : [`同一${nameOf(same)}`]),
    ...(times ? ['用时'] : []),
  ].join('、')
}

export const funnelOf = ({ funnel }: { funnel?: Funnel | undefined }): Funnel =>
  funnel ?? { windowDays: usualWindowDays }
