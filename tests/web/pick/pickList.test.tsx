// @vitest-environment jsdom
// The list by keys: impossible choices unfold in place, and a new word replaces the last one.
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { PickList } from '#web/pick/PickList.tsx'

afterEach(cleanup)

it('types on after Enter, and unfolds what is refused below the line that says so', async () => {
  const picked: string[] = []
  const items = [
    { key: '1', title: '活跃用户', pinyin: '' },
    { key: '2', title: '充值金额', pinyin: '' },
    { key: '3', title: '点击', pinyin: '', refused: '没有关联维度表「玩家」' },
    { key: '4', title: '曝光', pinyin: '', refused: '没有关联维度表「玩家」' },
  ]
  render(<PickList items={items} label="搜索" onPick={({ key }) => picked.push(key)} />)
  const user = userEvent.setup()
  const field = screen.getByRole<HTMLInputElement>('combobox')
  const active = () => document.querySelector('.bp6-active')?.textContent
  await user.type(field, '充值{Enter}活跃{Enter}')
  expect([picked, field.value]).toEqual([['2', '1'], '活跃'])
  await user.clear(field)
  expect(screen.queryByText('点击')).toBeNull()
  await user.keyboard('{ArrowUp}{Enter}')
  expect(active()).toBe('收起 2 个不能选的')
  // The reason stands once, over both.
  expect(screen.getAllByText('没有关联维度表「玩家」')).toHaveLength(1)
  expect(picked).toHaveLength(2)
})

it('says that nothing answers in a list that promises no options', async () => {
  render(
    <PickList items={[{ key: '1', title: '活跃用户', pinyin: '' }]} label="搜索" onPick={() => undefined} />,
  )
  await userEvent.setup().type(screen.getByRole('combobox'), '没有这个')
  expect(screen.getByText('没有匹配的项')).toBeDefined()
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(screen.getByRole('listitem').textContent).toBe('没有匹配的项')
  await userEvent.setup().clear(screen.getByRole('combobox'))
  expect(screen.getByRole('listbox').textContent).toContain('活跃用户')
})

it('keeps the room of a tick in lists that tick, ticked or not, and in no others', () => {
  const items = [{ key: '1', title: '活跃用户', pinyin: '' }]
  const { rerender } = render(<PickList items={items} label="搜索" onPick={() => undefined} />)
  const keepsRoom = () => screen.getByRole('listbox').classList.contains('pick-ticks')
  expect(keepsRoom()).toBe(false)
  for (const checked of [false, true]) {
    rerender(
      <PickList items={items.map((item) => ({ ...item, checked }))} label="搜索" onPick={() => undefined} />,
    )
    expect(keepsRoom()).toBe(true)
  }
})
