// Turns a User-Agent into a readable text: «Chrome 126，Windows».

const browsers: readonly [sign: string, name: string][] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['MicroMessenger/', '微信'],
  ['DingTalk/', '钉钉'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Version/', 'Safari'],
]
const systems: readonly [sign: string, name: string][] = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

export function deviceText(userAgent: string): string {
  const browser = browsers.find(([sign]) => userAgent.includes(sign))
  const system = systems.find(([sign]) => userAgent.includes(sign))
  const words = [browser && `${browser[1]} ${versionAfter(userAgent, browser[0])}`.trim(), system?.[1]]
  return words.filter(Boolean).join('，') || userAgent.slice(0, 60) || '未知设备'
}

function versionAfter(userAgent: string, sign: string): string {
  const start = userAgent.indexOf(sign) + sign.length
  return /^\d{1,6}/.exec(userAgent.slice(start, start + 6))?.[0] ?? ''
}
