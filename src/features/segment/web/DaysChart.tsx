// A small bar chart of members by day; the day under the pointer is described beside it.
import { useState } from 'react'
import type { SegmentDays } from '../contract.ts'

const size = { width: 280, height: 56 }
const mostDays = 90

export function DaysChart({ days }: { days: SegmentDays }) {
  const shown = days.slice(-mostDays)
  const [over, setOver] = useState<number | null>(null)
  const most = Math.max(1, ...shown.map(({ members }) => members))
  const step = size.width / Math.max(shown.length, 14)
  const told = shown[over ?? shown.length - 1]
  return (
    <figure className="segment-chart">
      <figcaption>
        {told && (
          <>
            <strong>{told.members.toLocaleString('en-US')} 人</strong> <span>{told.day}</span>
          </>
        )}
      </figcaption>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-label={`每天的人数，${shown.length} 天：${shown.map(({ day, members }) => `${day} ${members}`).join('，')}`}
        onPointerLeave={() => setOver(null)}
      >
        {shown.map(({ day, members }, at) => {
          const height = Math.max(1, (members / most) * (size.height - 2))
          return (
            <g key={day} onPointerEnter={() => setOver(at)}>
              <rect x={at * step} y={0} width={step} height={size.height} className="segment-bar-room" />
              <rect
                x={at * step + step * 0.1}
                y={size.height - height}
                width={step * 0.8}
                height={height}
                className={at === over ? 'segment-bar segment-bar-over' : 'segment-bar'}
              />
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
