// A table of a few rows, in a pane or a dialog: the large table's look without its machinery.
import type { ComponentProps } from 'react'
import './smallTable.css'

export function SmallTable({ className, ...props }: ComponentProps<'table'>) {
  return <table {...props} className={className ? `small-table ${className}` : 'small-table'} />
}
