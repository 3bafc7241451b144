// The keys that work here, by section; a search finds the keys of every place.
import { Button, Dialog, InputGroup } from '@blueprintjs/core'
import { Cross, Search } from '@blueprintjs/icons'
import { Fragment, useId, useMemo, useState } from 'react'
import { FocusReturn } from '#web/ui/focus/FocusReturn.tsx'
import { useOverrides } from '../keys/bindings.ts'
import { keyBoxes } from '../keys/keyText.ts'
import { runCommand } from '../keys/run.ts'
import { openKeySettings } from '../panels.ts'
import { useSession } from '../session.ts'
import { type HelpRow, type HelpSection, helpSections } from './sections.ts'
import { closeHelp, useHelp } from './store.ts'

export function HelpDialog() {
  const titleId = useId()
  const [typed, setTyped] = useState('')
  const contexts = useHelp((help) => help.contexts)
  const roleData = useSession((session) => session.roleData)
  const overrides = useOverrides()
  const sections = useMemo(
    () => helpSections(roleData, contexts, overrides, typed),
    [roleData, contexts, overrides, typed],
  )
  return (
    <Dialog
      isOpen
      className="help-sheet"
      transitionDuration={0}
      shouldReturnFocusOnClose={false}
      onClose={closeHelp}
      aria-labelledby={titleId}
    >
      <FocusReturn />
      <div className="help-head">
        <h2 className="help-title" id={titleId}>
          快捷键
        </h2>
        <InputGroup
          autoFocus
          className="help-search"
          leftIcon={<Search />}
          placeholder="搜索全部快捷键"
          aria-label="搜索快捷键"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button variant="minimal" icon={<Cross />} aria-label="关闭" onClick={closeHelp} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls, and the keyboard must reach it. */}
      <section className="help-body" tabIndex={0} aria-label="快捷键列表">
        {sections.map((section) => (
          <Section key={section.title} section={section} />
        ))}
        {sections.length === 0 && <p className="help-none">没有匹配的快捷键</p>}
      </section>
      <div className="help-foot">
        <span>
          按键可在
          <button type="button" className="help-link" onClick={toSettings}>
            个人设置
          </button>
          中修改，冲突会即时提示；关于此页：
          <button type="button" className="help-link" onClick={toPageHelp}>
            本页帮助
          </button>
          ；从头看起：
          <button type="button" className="help-link" onClick={toGuide}>
            使用指南
          </button>
        </span>
        <span className="help-foot-key">
          <Boxes boxes={keyBoxes('escape')} /> 关闭
        </span>
      </div>
    </Dialog>
  )
}

function toSettings(): void {
  closeHelp()
  openKeySettings()
}

function toPageHelp(): void {
  runCommand('guide.page')
}

function toGuide(): void {
  closeHelp()
  runCommand('guide.open')
}

function Section({ section: { title, rows } }: { section: HelpSection }) {
  return (
    <section className="help-section" aria-label={title}>
      <h3 className="help-heading">{title}</h3>
      <dl className="help-rows">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </dl>
    </section>
  )
}

function Row({ row: { title, keys } }: { row: HelpRow }) {
  return (
    <div className="help-row">
      <dt>{title}</dt>
      <dd>
        {keys.map((boxes, at) => (
          <Fragment key={boxes.join(' ')}>
            {at > 0 && <span className="key-hint-or">或</span>}
            <Boxes boxes={boxes} />
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

function Boxes({ boxes }: { boxes: readonly string[] }) {
  return (
    <span className="kbd-group">
      {boxes.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes of a key never change their order.
        <kbd className="kbd" key={at}>
          {text}
        </kbd>
      ))}
    </span>
  )
}
