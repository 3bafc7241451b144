WITH _rows AS MATERIALIZED (
  SELECT f."channel" AS "d4", f."pay_date" AS "d1", count(*) AS "p12"
  FROM "pay_order" AS f
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d4", NULL AS "d1", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 2 AS "_level", "d4", "d1", "p12"
  FROM _rows
)
SELECT r."d4", r."d1", r."p12"
FROM _levels AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST, r."d4" ASC NULLS LAST
LIMIT 100002
