// The search bar: store, query, time range, and the start button.
import { Button } from '@blueprintjs/core'
import { Database, Help, History } from '@blueprintjs/icons'
import { writtenTest } from '#shared/logQuery/words.ts'
import { FilterButton } from '#web/pick/FilterButton.tsx'
import { PickList } from '#web/pick/PickList.tsx'
import { CommandTip } from '#web/shell/keys/CommandTip.tsx'
import { byKey } from '#web/shell/keys/keySentence.ts'
import { Popup } from '#web/ui/menus/Popup.tsx'
import { change, run, setStore } from '../actions.ts'
import { requestField } from '../reading/request.ts'
import { stopSearch } from '../reading/search.ts'
import { storeOf, useLogs } from '../store.ts'
import { RangePicker } from '../time/RangePicker.tsx'
import { askedQueries } from './history.ts'
import { focusQuery, QueryField } from './QueryField.tsx'
import { SyntaxHelp } from './SyntaxHelp.tsx'
import { storeItems } from './storeItems.ts'

export function QueryBar() {
  const searching = useLogs((state) => state.searching)
  return (
    <div className="log-bar">
      <StorePicker />
      <QueryField />
      <div className="log-bar-tools">
        <QueryHistory />
        <QueryHelp />
      </div>
      <RangePicker />
      {searching ? (
        <CommandTip command="logs.cancel" title="停止查询">
          <Button text="停止" onClick={stopSearch} />
        </CommandTip>
      ) : (
        <Button intent="primary" text="查询" onClick={() => run()} />
      )}
    </div>
  )
}

const show = (picker: 'store' | 'help' | 'history') => (open: boolean) =>
  useLogs.setState({ picker: open ? picker : null })

function StorePicker() {
  const places = useLogs((state) => state.places)
  const { entrance, store, request } = useLogs((state) => state.address)
  const isOpen = useLogs(({ picker }) => picker === 'store')
  const known = useLogs((state) => storeOf(state, entrance, store))
  const title = places?.entrances.find(({ name }) => name === entrance)?.title ?? entrance
  return (
    <FilterButton
      label={title}
      value={request ? '全部日志库' : (known?.title ?? store)}
      name="日志库"
      icon={<Database size={14} />}
      isOpen={isOpen}
      onOpen={show('store')}
      title="选择日志库"
      className="log-store"
    >
      <div className="log-stores">
        <PickList
          label="日志库"
          items={places ? storeItems(places, entrance, request ? '' : store) : []}
          none="没有匹配的日志库"
          onPick={({ key }) => {
            const [inEntrance = '', name = ''] = key.split('\n')
            show('store')(false)
            setStore(inEntrance, name)
          }}
        />
      </div>
    </FilterButton>
  )
}

function QueryHistory() {
  const isOpen = useLogs(({ picker }) => picker === 'history')
  const items = isOpen ? askedQueries().map((query) => ({ key: query, title: query, pinyin: '' })) : []
  return (
    <Popup
      isOpen={isOpen}
      onOpen={show('history')}
      placement="bottom-end"
      content={
        <div className="log-history">
          <PickList
            label="查过的条件"
            items={items}
            none="还没有查过带条件的日志"
            onPick={({ key }) => {
              show('history')(false)
              run(key)
            }}
          />
        </div>
      }
    >
      <Button
        variant="minimal"
        icon={<History size={14} />}
        active={isOpen}
        aria-label="查过的条件"
        title="查过的条件（H）"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      />
    </Popup>
  )
}

function QueryHelp() {
  const isOpen = useLogs(({ picker }) => picker === 'help')
  return (
    <Popup
      isOpen={isOpen}
      onOpen={show('help')}
      placement="bottom-end"
      content={
        <SyntaxHelp
          onTake={() => {
            show('help')(false)
            // After the closing popup has returned the focus.
            setTimeout(focusQuery, 150)
          }}
        />
      }
    >
      <Button
        variant="minimal"
        icon={<Help size={14} />}
        active={isOpen}
        aria-label="查询语法"
        title={`查询语法，${byKey('logs.syntax')}`.trim()}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      />
    </Popup>
  )
}

/** A note above the lines of a request. */
export function RequestNote() {
  const request = useLogs(({ address }) => address.request)
  if (request === '') return null
  return (
    <div className="log-note-line">
      <span>
        请求 <code>{request}</code> 在全部日志库里的日志，按时间先后
      </span>
      <Button
        size="small"
        text="只查当前日志库"
        onClick={() => change({ request: '', query: writtenTest(requestField, request), line: '' })}
      />
    </div>
  )
}
