-- $1 = "60"
WITH _rows AS MATERIALIZED (
  SELECT f."cgi" AS "d3", sum(f."minutes") AS "p2"
  FROM "login_day" AS f
  GROUP BY 1
),
_kept AS MATERIALIZED (
  SELECT "d3", "p2_counted" AS "p2"
  FROM (
    SELECT "d3", "p2" AS "p2_counted", coalesce("p2", 0) AS "p2"
    FROM _rows
  ) AS r
  WHERE r."p2" >= CAST($1 AS BIGINT)
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d3", sum("p2") AS "p2"
  FROM _kept
  UNION ALL
  SELECT 1 AS "_level", "d3", "p2"
  FROM _kept
)
SELECT r."d3", r."p2", r."p2_share"
FROM (
  SELECT r.*, r."p2" / nullif(whole."p2", 0) AS "p2_share"
  FROM (
    SELECT "_level", "d3", coalesce("p2", 0) AS "p2"
    FROM _levels
  ) AS r
  CROSS JOIN (
    SELECT "p2"
    FROM _levels
    WHERE "_level" = 0
  ) AS whole
) AS r
ORDER BY r."_level", r."p2" DESC NULLS LAST, r."d3" ASC NULLS LAST
LIMIT 100002
