WITH _1_last_moments AS MATERIALIZED (
  SELECT f."day" AS "d1", f."server" AS "_1_last_s1", max(f."taken") FILTER (WHERE (f."held") IS NOT NULL) AS "_1_last_p1_at"
  FROM "snapshot" AS f
  GROUP BY 1, 2
),
_1_last AS MATERIALIZED (
  SELECT _1_last_moments."d1", _1_last_moments."_1_last_s1", _1_last_moments."_1_last_p1_at", CASE WHEN count(f."held") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「快照」的主键（server）分不清它们：同一时刻（taken）有几行；请把能分清它们的列加进行的主键⟫') ELSE sum(f."held") END AS "p1"
  FROM "snapshot" AS f
  JOIN _1_last_moments ON _1_last_moments."d1" IS NOT DISTINCT FROM f."day" AND _1_last_moments."_1_last_s1" IS NOT DISTINCT FROM f."server" AND _1_last_moments."_1_last_p1_at" = f."taken"
  WHERE f."taken" IN (SELECT DISTINCT _1_last_moments."_1_last_p1_at" FROM _1_last_moments)
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT "d1", "_1_last_s1", "_1_last_p1_at", NULL AS "p1"
  FROM _1_last_moments
  WHERE "_1_last_p1_at" IS NULL
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p1") AS "p1"
  FROM _1_last
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", (
      SELECT sum("p1") AS "p1"
      FROM (
        SELECT "_1_last_s1", arg_max("p1", "_1_last_p1_at") AS "p1"
        FROM (
          SELECT "_1_last_s1", "_1_last_p1_at", CASE WHEN count("p1") > 1 THEN error('⟪余额指标「存量」不知道取哪一行：指标表「快照」的主键（server）分不清它们：同一时刻（taken）有几行；请把能分清它们的列加进行的主键⟫') ELSE sum("p1") END AS "p1"
          FROM _1_last
          GROUP BY 1, 2
        ) AS moments
        GROUP BY 1
      ) AS lasts
    ) AS "p1"
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1"
  FROM _rows
)
SELECT r."d1", r."p1"
FROM _levels AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
