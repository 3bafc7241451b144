WITH _rows AS MATERIALIZED (
  SELECT f."pay_date" AS "d1", sum(f."amount") AS "p11"
  FROM "pay_order" AS f
  GROUP BY 1
),
_levels AS (
  SELECT TRUE AS "_total", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT FALSE AS "_total", "d1", "p11"
  FROM _rows
)
SELECT r."d1", r."p901"
FROM (
  SELECT r.*, CASE WHEN r."p11" >= 100 THEN '高' WHEN round(r."p11" * 1.5, 1) > 50 THEN '中' ELSE '低' END AS "p901"
  FROM _levels AS r
) AS r
ORDER BY r."_total" DESC, r."d1" DESC NULLS LAST
LIMIT 100002
