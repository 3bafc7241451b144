WITH _rows AS MATERIALIZED (
  SELECT count(*) AS "p12", count(*) FILTER (WHERE f."is_first") AS "p901"
  FROM "pay_order" AS f
),
_levels AS (
  SELECT 0 AS "_level", coalesce(sum("p12"), 0) AS "p12", coalesce(sum("p901"), 0) AS "p901"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p12", "p901"
  FROM _rows
)
SELECT r."p12", r."p901"
FROM _levels AS r
ORDER BY r."_level", r."p12" DESC NULLS LAST
LIMIT 100002
