WITH _rows AS MATERIALIZED (
  SELECT date_trunc('hour', f."pay_time") AS "d2", count(*) AS "p12"
  FROM "pay_order" AS f
  GROUP BY 1
),
_levels AS (
  SELECT TRUE AS "_total", NULL AS "d2", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT FALSE AS "_total", "d2", "p12"
  FROM _rows
)
SELECT r."d2", r."p12"
FROM _levels AS r
ORDER BY r."_total" DESC, r."d2" ASC NULLS LAST
LIMIT 100002
