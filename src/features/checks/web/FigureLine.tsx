// A check's figure over its last runs, oldest first; runs that failed are dots.
import type { CheckRun } from '../contract.ts'

const width = 300
const height = 44
const edge = 4
const most = 60

export function FigureLine({ runs }: { runs: readonly CheckRun[] }) {
  const shown = runs
    .filter((run) => run.figure !== null)
    .slice(0, most)
    .reverse()
  if (shown.length < 2) return null
  const figures = shown.map(({ figure }) => figure ?? 0)
  const [low, high] = [Math.min(...figures), Math.max(...figures)]
  const x = (at: number) => edge + (at / (shown.length - 1)) * (width - 2 * edge)
  const y = (figure: number) =>
    high === low ? height / 2 : height - edge - ((figure - low) / (high - low)) * (height - 2 * edge)
  const told = (figure: number) => figure.toLocaleString('en-US', { maximumFractionDigits: 2 })
  const label = `最近 ${shown.length} 次的数：最小 ${told(low)}，最大 ${told(high)}，这次 ${told(figures.at(-1) ?? 0)}`
  return (
    <figure className="checks-line">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <polyline points={figures.map((figure, at) => `${x(at)},${y(figure)}`).join(' ')} />
        {shown.map((run, at) =>
          run.state === 'failed' ? <circle key={run.id} cx={x(at)} cy={y(run.figure ?? 0)} r={2.5} /> : null,
        )}
      </svg>
      <figcaption className="checks-muted">{label}</figcaption>
    </figure>
  )
}
