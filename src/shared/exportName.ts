// The name of an exported file: the report's or query's and the time, «经营日报2026-10-12 9:05:07.xls».

/** Signs that no file system of the readers takes; the time's colons are the specification's. */
const unusable = /[\\/:*?"<>|\p{Cc}]/gu

/** `ending` without its dot. */
export function exportFileName(name: string, at: Date, zone: string, ending: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h12',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const stamp = `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
  return `${name.replace(unusable, '_')}${stamp}.${ending}`
}
