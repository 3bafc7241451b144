// Settings that cohort reports do not support. They are refused by name rather than ignored.
import { hasPoints } from '#semantic/model/conditions.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import { reportKindTitles } from '#semantic/model/titles.ts'
import type { Dimension, ReportInfo, ReportKind } from '#semantic/model/types.ts'
import { type GrainChoice, grainOf, isBusinessDate } from '../asked/grain.ts'

export type CohortKind = Exclude<ReportKind, 'table' | 'change'>

export function refuseUnfit(info: ReportInfo, kind: CohortKind): void {
  const title = `${reportKindTitles[kind]}报表`
  const refuse = (what: string, mend: string): never => {
    throw reportInvalid(`${title}不能${what}，请${mend}后再查询`)
  }
  if (info.compare) refuse('与其他时期对比', '去掉对比')
  if (info.fillDates) refuse('补全缺失日期', '关闭「补全日期」')
  if (info.subtotals) refuse('显示小计', '关闭小计')
  if (info.top) refuse('只看前几名', '去掉「前几名」')
  if ((info.shares ?? []).length > 0) refuse('显示占比', '去掉占比')
  if ((info.calculations ?? []).length > 0) refuse('显示计算列', '去掉计算列')
  if (hasPoints(info.filters)) refuse('按指标筛选', '改为按维度筛选')
}

/** Throws for a date dimension by hour: cohorts are made of days. */
export function refuseHours(dims: Dimension[], choice: GrainChoice, kind: CohortKind): void {
  for (const dimension of dims)
    if (isBusinessDate(dimension) && grainOf(dimension, choice) === 'hour')
      throw reportInvalid(
        `${reportKindTitles[kind]}报表按天计算，维度「${dimension.name}」不能按小时统计，请选择日、周、月等粒度`,
      )
}
