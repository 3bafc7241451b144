// Notes on places and limits across a plot: a line each, with its name. They are drawn behind line charts,
// whose peaks stay visible, and in front of columns.
import { hidesWhatIsBehind, type Plot } from '#shared/plot/plot.ts'
import { noteRow, type PlotBox, placeX, textWidth, type ValueScale, valueY } from '#shared/plot/plotScale.ts'

interface Props {
  plot: Plot
  box: PlotBox
  scale: ValueScale
}

export function PlotSigns({ plot, box, scale }: Props) {
  return (
    <div className={hidesWhatIsBehind(plot.kind) ? 'plot-signs plot-signs-before' : 'plot-signs'}>
      {plot.limits?.map(({ value, title }) => (
        <span
          key={`${title} ${value}`}
          className="plot-limit"
          style={{ left: box.left, right: box.right, top: valueY(box, scale, value) }}
        >
          <span>{title}</span>
        </span>
      ))}
      <Notes plot={plot} box={box} />
    </div>
  )
}

/** Named in a separate row, above all values. */
function Notes({ plot, box }: Pick<Props, 'plot' | 'box'>) {
  const count = plot.places.length
  const notes = [...plot.notes].sort((one, other) => one.at - other.at)
  return notes.map(({ at, titles }, index) => {
    const left = placeX(box, count, at)
    const next = notes[index + 1]
    const until = next ? placeX(box, count, next.at) : box.width - box.right
    const text = titles.join('、')
    // A few letters of many names say nothing; the mark stays, and the tip names it.
    const width = Math.max(10, until - left - 6)
    const isSaid = width >= Math.min(textWidth(text), 72)
    return (
      <span
        key={at}
        className="plot-note"
        style={{ left, bottom: box.bottom, top: box.top - noteRow }}
        title={text}
      >
        {isSaid && <span style={{ maxWidth: width }}>{text}</span>}
      </span>
    )
  })
}
