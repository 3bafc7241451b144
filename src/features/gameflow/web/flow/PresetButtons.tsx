// Buttons for the most requested ranges of days.
import { Button, ButtonGroup } from '@blueprintjs/core'
import { presetDays, presets } from './address.ts'

interface Props {
  days: { from: string; to: string }
  onChange: (days: { from: string; to: string }) => void
}

export function PresetButtons({ days, onChange }: Props) {
  return (
    <ButtonGroup className="flow-presets" role="group" aria-label="常用日期">
      {presets.map((preset) => {
        const meant = presetDays(preset)
        const isChosen = meant.from === days.from && meant.to === days.to
        return (
          <Button
            key={preset}
            text={preset}
            active={isChosen}
            aria-pressed={isChosen}
            onClick={() => onChange(meant)}
          />
        )
      })}
    </ButtonGroup>
  )
}
