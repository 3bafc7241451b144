WITH _rows AS MATERIALIZED (
  SELECT f."pay_date" AS "d1", sum(f."amount") AS "p11", count(*) AS "p12"
  FROM "pay_order" AS f
  GROUP BY 1
),
_levels AS (
  SELECT TRUE AS "_total", NULL AS "d1", sum("p11") AS "p11", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT FALSE AS "_total", "d1", "p11", "p12"
  FROM _rows
)
SELECT r."d1", r."p11", r."p12"
FROM _levels AS r
ORDER BY r."_total" DESC, r."d1" DESC NULLS LAST
LIMIT 100002
