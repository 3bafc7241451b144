-- $1 = ["paid","refunded","fraud"]
WITH _rows AS MATERIALIZED (
  SELECT f."status" AS "d5", sum(f."amount") FILTER (WHERE f."status" = 'paid') AS "p14", count(*) FILTER (WHERE f."status" IN ('refunded', 'fraud') AND f."amount" > 4) AS "p17"
  FROM "pay_order" AS f
  WHERE (f."status" = 'paid' OR f."status" IN ('refunded', 'fraud') AND f."amount" > 4)
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d5", sum("p14") AS "p14", coalesce(sum("p17"), 0) AS "p17"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d5", "p14", "p17"
  FROM _rows
)
SELECT r."d5", r."p14", r."p17"
FROM (
  SELECT "_level", "d5", coalesce("p14", 0) AS "p14", "p17"
  FROM _levels
) AS r
ORDER BY r."_level", CASE WHEN r."d5" IS NOT NULL THEN coalesce(list_position(CAST($1 AS VARCHAR[]), CAST(r."d5" AS VARCHAR)), 4) END ASC NULLS LAST, r."d5" ASC NULLS LAST
LIMIT 100002
