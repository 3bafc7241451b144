WITH _1_p1 AS MATERIALIZED (
  SELECT f."login_date" AS "d1", f."player_id" AS "_1_p1_value"
  FROM "login_day" AS f
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d1", count("_1_p1_value") AS "p1"
  FROM _1_p1
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (SELECT count(DISTINCT "_1_p1_value") FROM _1_p1) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1"
  FROM _rows
)
SELECT r."d1", r."p1", r."p1_share"
FROM (
  SELECT r.*, r."p1" / nullif(whole."p1", 0) AS "p1_share"
  FROM _levels AS r
  CROSS JOIN (
    SELECT "p1"
    FROM _levels
    WHERE "_level" = 0
  ) AS whole
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
