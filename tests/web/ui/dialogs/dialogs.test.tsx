// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { TitledDialog } from '#web/ui/dialogs/TitledDialog.tsx'
import { SideDrawer } from '#web/ui/side/SideDrawer.tsx'

afterEach(cleanup)

describe('dialogs', () => {
  it('are named by their title and close by a button that speaks Chinese', () => {
    const onClose = vi.fn()
    render(
      <TitledDialog title="备注" onClose={onClose}>
        内容
      </TitledDialog>,
    )
    expect(screen.getByRole('dialog', { name: '备注' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('that ask before a deletion give the focus to the answer', async () => {
    const onConfirm = vi.fn()
    render(
      <ConfirmDialog confirm="删除" onClose={() => undefined} onConfirm={onConfirm}>
        删除报表？
      </ConfirmDialog>,
    )
    const answer = screen.getByRole('button', { name: '删除' })
    await waitFor(() => expect(document.activeElement).toBe(answer))
    fireEvent.click(answer)
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('at the side start on a button, not on the edge of their focus trap', async () => {
    render(
      <SideDrawer title="个人设置" side="right" width={280} onClose={() => undefined}>
        内容
      </SideDrawer>,
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '关闭' })))
  })
})
