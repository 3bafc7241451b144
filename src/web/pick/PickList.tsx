// A searchable list of choices: points, dimensions, folders, a filter's values.

import { InputGroup, Menu, MenuItem } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { type ItemListRendererProps, type ItemRendererProps, QueryList } from '@blueprintjs/select'
import { Fragment, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { betweenNames } from '#shared/matching/units.ts'
import type { CallError } from '../api/callError.ts'
import { MenuHead } from '../ui/menus/MenuHead.tsx'
import { FailureLine } from '../ui/states/FailureLine.tsx'
import { RetryButton } from '../ui/states/RetryButton.tsx'
import { arranged, foldKey } from './matching.ts'
import './pick.css'
import type { PickItem } from './pickItem.ts'
import { pastedValues } from './values/typed.ts'

interface Props {
  items: PickItem[]
  label: string
  onPick: (item: PickItem) => void
  /** Shown when nothing is left. */
  none?: string
  /** Why there are no items, with a retry. */
  failure?: CallError | null
  onRetry?: () => void
  /** Called on each change of the search text; the items may then come from the server. */
  onQuery?: (query: string) => void
  /** Called with a column or row pasted into the search field: a list with several values takes them all. */
  onPasted?: ((texts: string[]) => void) | undefined
  /** Content below the search field. */
  tools?: ReactNode
  footer?: ReactNode
}

const mostShown = 200
const refusesPick = ({ refused }: PickItem) => Boolean(refused)
const sameKey = (one: PickItem, other: PickItem) => one.key === other.key

const renderItem = (
  item: PickItem,
  { handleClick, id, modifiers, ref, query }: ItemRendererProps<HTMLLIElement>,
) => (
  <MenuItem
    key={item.key}
    id={id}
    ref={ref}
    roleStructure="listoption"
    className={item.key === foldKey ? 'pick-item pick-fold' : 'pick-item'}
    // The field handles the keys; Tab skips the list.
    tabIndex={-1}
    selected={item.checked ?? false}
    active={modifiers.active}
    disabled={modifiers.disabled}
    onClick={handleClick}
    shouldDismissPopover={false}
    text={
      <>
        <span className="pick-title">{marked(item.title, query)}</span>
        {item.note && !item.refused && <span className="pick-refused">{item.note}</span>}
        {alsoAnswering(item, query)}
      </>
    }
    labelElement={item.detail}
    title={item.refused || item.title}
  />
)

/** A synonym, where that matched. */
function alsoAnswering({ title, also }: PickItem, query: string): ReactNode {
  const typed = query.trim().toLowerCase()
  if (!also || typed === '' || title.toLowerCase().includes(typed)) return null
  const name = also.text.split(betweenNames).find((one) => one.toLowerCase().includes(typed))
  return name && <span className="pick-refused">别名 {name}</span>
}

/** The matched part of the title, where it was typed literally. */
function marked(title: string, query: string): ReactNode {
  const at = query ? title.toLowerCase().indexOf(query.trim().toLowerCase()) : -1
  if (at < 0 || !query.trim()) return title
  const end = at + query.trim().length
  return (
    <>
      {title.slice(0, at)}
      <b className="pick-match">{title.slice(at, end)}</b>
      {title.slice(end)}
    </>
  )
}

function renderList(
  { filteredItems, renderItem: render, itemsParentRef, menuProps }: ItemListRendererProps<PickItem>,
  none: string,
  ticks: boolean,
) {
  const shown = filteredItems.slice(0, mostShown)
  // A listbox without options would be invalid.
  const role = filteredItems.length === 0 ? 'list' : 'listbox'
  return (
    <Menu
      {...menuProps}
      role={role}
      ulRef={itemsParentRef}
      className={ticks ? 'pick-menu pick-ticks' : 'pick-menu'}
    >
      {shown.map((item, index) => (
        <Fragment key={item.key}>
          {item.group && item.group !== shown[index - 1]?.group && <MenuHead title={item.group} />}
          {render(item, index)}
        </Fragment>
      ))}
      {filteredItems.length === 0 && <li className="pick-none">{none}</li>}
      {filteredItems.length > mostShown && (
        <li role="presentation" className="pick-none">
          还有 {filteredItems.length - mostShown} 项，请输入更多文字
        </li>
      )}
    </Menu>
  )
}

function Missing({ failure, onRetry }: { failure: CallError; onRetry?: (() => void) | undefined }) {
  return (
    <div className="pick-missing">
      <FailureLine what="读取失败" failure={failure} />
      {onRetry && <RetryButton failure={failure} onRetry={onRetry} />}
    </div>
  )
}

/** Keys belong to an input method while it composes. */
const unlessComposing =
  (handle: (event: KeyboardEvent<HTMLElement>) => void) => (event: KeyboardEvent<HTMLElement>) => {
    if (!event.nativeEvent.isComposing && event.keyCode !== 229) handle(event)
  }

export function PickList(props: Props) {
  const {
    items,
    label,
    onPick,
    none = '没有匹配的项',
    failure,
    onRetry,
    onQuery,
    onPasted,
    tools,
    footer,
  } = props
  const ticks = items.some(({ checked }) => checked !== undefined)
  const itemListRenderer = useMemo(
    () => (props: ItemListRendererProps<PickItem>) => renderList(props, none, ticks),
    [none, ticks],
  )
  const [unfolded, setUnfolded] = useState(false)
  // Unfolded items come after their line, which stays the active one.
  const [folding, setFolding] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const predicate = useMemo(() => arranged(unfolded), [unfolded])
  const pick = (item: PickItem) => {
    if (item.key === foldKey) {
      setFolding(true)
      return setUnfolded(!unfolded)
    }
    onPick(item)
    // The next word replaces this one, while its matches stay visible.
    field.current?.select()
  }
  return (
    <QueryList<PickItem>
      items={items}
      itemsEqual={sameKey}
      itemDisabled={refusesPick}
      itemListPredicate={predicate}
      itemRenderer={renderItem as never}
      itemListRenderer={itemListRenderer}
      onItemSelect={pick}
      onQueryChange={(query) => {
        setFolding(false)
        onQuery?.(query)
      }}
      resetOnQuery={!folding}
      renderer={({
        handleKeyDown,
        handleKeyUp,
        handleQueryChange,
        itemList,
        query,
        activeItemId,
        listId,
      }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the field, which names itself.
        <div className="pick-list" onKeyDown={unlessComposing(handleKeyDown)} onKeyUp={handleKeyUp}>
          <InputGroup
            inputRef={field}
            autoFocus
            size="small"
            leftElement={<Search className="pick-search" size={14} />}
            placeholder={label}
            value={query}
            onChange={handleQueryChange}
            onPaste={(event) => {
              const pasted = onPasted && pastedValues(event.clipboardData.getData('text'))
              if (!pasted) return
              event.preventDefault()
              onPasted(pasted.map(({ text }) => text))
            }}
            role="combobox"
            aria-label={label}
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={activeItemId}
          />
          {tools && <div className="pick-tools">{tools}</div>}
          {failure && <Missing failure={failure} onRetry={onRetry} />}
          {(!failure || items.length > 0) && itemList}
          {footer && <div className="pick-footer">{footer}</div>}
        </div>
      )}
    />
  )
}
