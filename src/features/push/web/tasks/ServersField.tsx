// The servers of the app that the form names.
import { useEffect } from 'react'
import type { DrawnProps } from '#web/form/types.ts'
import { readServers, useReferenceData } from '../referenceData.ts'
import { CheckList } from './CheckList.tsx'
import { weekdayNames } from './scheduling.ts'

export function ServersField(props: DrawnProps) {
  const cgi = String(props.values.cgi ?? '')
  const servers = useReferenceData((state) => state.servers[cgi])
  useEffect(() => void readServers(cgi), [cgi])
  const known = Array.isArray(servers) ? servers : []
  const said =
    servers === undefined
      ? '加载中...'
      : servers instanceof Error
        ? `区服读取失败：${servers.message}`
        : known.length === 0
          ? '数据仓库里没有这个应用的区服'
          : undefined
  return (
    <CheckList
      {...props}
      options={known.map(({ id, name }) => ({ value: id, title: name }))}
      all="不选为全部区服"
      {...(said !== undefined && { said })}
    />
  )
}

export function WeekdaysField(props: DrawnProps) {
  const options = weekdayNames.map((name) => ({ value: name, title: name }))
  return <CheckList {...props} options={options} all="请至少选一天" />
}
