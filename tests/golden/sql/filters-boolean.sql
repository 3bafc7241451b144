-- $1 = ["false"]
WITH _rows AS MATERIALIZED (
  SELECT count(*) AS "p12"
  FROM "pay_order" AS f
  WHERE CAST(f."is_first" AS VARCHAR) IN (SELECT unnest(CAST($1 AS VARCHAR[])))
),
_levels AS (
  SELECT 0 AS "_level", coalesce(sum("p12"), 0) AS "p12"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "p12"
  FROM _rows
)
SELECT r."p12"
FROM _levels AS r
ORDER BY r."_level", r."p12" DESC NULLS LAST
LIMIT 100002
