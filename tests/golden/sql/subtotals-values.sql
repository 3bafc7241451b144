-- $1 = ["paid","refunded","fraud"]
WITH _rows AS MATERIALIZED (
  SELECT f."status" AS "d5", f."pay_date" AS "d1", count(*) AS "p12"
  FROM "pay_order" AS f
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d5", sum("p12") AS "p12"
  FROM _rows
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d5", NULL AS "d1", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d5", NULL AS "d1", "p12"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d5", "d1", "p12"
  FROM _rows
)
SELECT r."d5", r."d1", r."p12", r."_level"
FROM _levels AS r
ORDER BY r."_level" = 0 DESC, CASE WHEN r."d5" IS NOT NULL THEN coalesce(list_position(CAST($1 AS VARCHAR[]), CAST(r."d5" AS VARCHAR)), 4) END ASC NULLS LAST, r."d5" ASC NULLS LAST, r."_level" > 1, r."d1" DESC NULLS LAST
LIMIT 100002
