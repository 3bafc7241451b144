// A progress bar on a terminal; elsewhere a line for each step and each tenth.
const width = 30

export function makeProgress(title: string, out: NodeJS.WriteStream = process.stdout) {
  let last = -1
  let lastStep = ''
  return (fraction: number, step = ''): void => {
    const share = Math.min(1, Math.max(0, fraction))
    const percent = Math.floor(share * 100)
    if (!out.isTTY) {
      if (step === lastStep && Math.floor(percent / 10) === Math.floor(last / 10)) return
      last = percent
      lastStep = step
      out.write(`${title} ${percent}% ${step}\n`)
      return
    }
    const filled = Math.round(share * width)
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled)
    out.write(`\r\u001b[2K${title} ${bar} ${String(percent).padStart(3)}% ${step}`)
    if (percent === 100 && last !== 100) out.write('\n')
    last = percent
  }
}
