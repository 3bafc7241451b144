// Date formats for the users: zh-cn, weeks from Monday.
import dayjs from 'dayjs'
import zhCn from 'dayjs/locale/zh-cn.js'

export function setUpCalendar(): void {
  dayjs.locale({ ...zhCn, weekStart: 1 })
}
