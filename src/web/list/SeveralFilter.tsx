// A filter with several values: a button with the chosen ones, above a list of check boxes.
import { Button, Checkbox } from '@blueprintjs/core'
import { CaretDown } from '@blueprintjs/icons'
import { type KeyboardEvent, useState } from 'react'
import { Popup } from '../ui/menus/Popup.tsx'
import { joined, parted } from './address.ts'
import type { FilterOption } from './types.ts'

interface Props {
  title: string
  value: string
  options: readonly FilterOption[]
  onChange: (value: string) => void
}

const mostNamed = 2

export function SeveralFilter({ title, value, options, onChange }: Props) {
  const chosen = parted(value)
  const titles = chosen.map((one) => options.find((option) => option.value === one)?.title ?? one)
  const [isOpen, setOpen] = useState(false)
  const said = titles.length > mostNamed ? `${titles.length} 项` : titles.join('、')
  const toggle = (one: string) => {
    const rest = chosen.filter((other) => other !== one)
    onChange(joined(rest.length < chosen.length ? rest : [...chosen, one]))
  }
  return (
    <Popup
      isOpen={isOpen}
      onOpen={setOpen}
      content={
        <fieldset className="list-several" onKeyDown={walk}>
          <legend className="visually-hidden">{title}</legend>
          {options.map((option, at) => (
            <Checkbox
              key={option.value}
              label={option.title}
              autoFocus={at === 0}
              checked={chosen.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
          ))}
          {options.length === 0 && <p className="list-several-none">没有可选的{title}</p>}
        </fieldset>
      }
    >
      <Button
        className={`list-filter list-several-button${chosen.length > 0 ? ' list-filter-set' : ''}`}
        variant="outlined"
        size="small"
        endIcon={<CaretDown size={14} />}
        text={chosen.length === 0 ? `全部${title}` : `${title} ${said}`}
      />
    </Popup>
  )
}

/** Arrow keys move between the boxes; Space ticks as usual. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  event.preventDefault()
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input')]
  const at = boxes.indexOf(document.activeElement as HTMLInputElement)
  boxes[(at + by + boxes.length) % boxes.length]?.focus()
}
