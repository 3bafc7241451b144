-- $1 = ["paid","refunded","fraud"]
WITH _rows AS MATERIALIZED (
  SELECT f."status" AS "d5", count(*) AS "p12"
  FROM "pay_order" AS f
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d5", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d5", "p12"
  FROM _rows
)
SELECT r."d5", r."p12"
FROM _levels AS r
ORDER BY r."_level", CASE WHEN r."d5" IS NOT NULL THEN coalesce(list_position(CAST($1 AS VARCHAR[]), CAST(r."d5" AS VARCHAR)), 4) END ASC NULLS LAST, r."d5" ASC NULLS LAST
LIMIT 100002
