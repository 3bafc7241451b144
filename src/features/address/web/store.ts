// Stores the page's long addresses. Failures show where the address is opened; an address that was not stored
// still works in its own tab.
import { call, quiet } from '#web/api/client.ts'
import type { AddressStore } from '#web/shell/longAddress.ts'
import { showMessage } from '#web/shell/message.ts'
import { keepAddress, readKeptAddress } from '../contract.ts'

export const addressStore: AddressStore = {
  keep: (key, text) =>
    call(keepAddress, { body: { key, text } }, quiet).catch(() =>
      showMessage({ message: '条件很多，地址没有存下来：只在这个标签页里有效，发给他人打不开' }),
    ),
  read: async (key) => (await call(readKeptAddress, { params: { key } }, quiet)).text,
}
