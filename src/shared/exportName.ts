// The name of an exported file: report or query name and time, «经营日报2026-10-12 9:05:07.xls».

/**
 * Characters that some file system rejects; the time's colons are required. Bidirectional control characters
 * could disguise the ending; a leading dot would hide the file.
 */
const unusable = /[\\/:*?"<>|\p{Cc}\p{Cf}]|^\.+/gu
/** File systems allow 255 bytes; browsers append a number to a name that exists already. */
const longestBytes = 200

function usable(name: string): string {
  let kept = ''
  let bytes = 0
  for (const sign of name.toWellFormed().trim().replace(unusable, '_')) {
    bytes += encoder.encode(sign).length
    if (bytes > longestBytes) break
    kept += sign
  }
  return kept
}
const encoder = new TextEncoder()

/** `ending` without the dot. */
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
  return `${usable(name)}${stamp}.${ending}`
}
